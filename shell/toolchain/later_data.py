"""Texts that only the second part of the program reads come with it.

A text is a string literal that is defined in object files of the second part alone, or a whole file
that is compiled in there. In the first part its place is zeroed, where it costs next to nothing
once compressed; the second part brings a data segment that fills it when it comes.

Nothing is moved that the first part may read: a text stays if any number in its code, or a word of
the data, could be an address in it. Many such numbers are none, but the linker puts a literal
into the end of a longer one where it can, also one of a library. A file may be pointed to from
data: only the second part hands it out.
"""

import bisect
import re

DATA_COUNT, CODE, DATA = 12, 10, 11
SHORTEST = 16  # bytes; a segment costs about eight
GAP = 8  # bytes of zeros between two texts that are cheaper than another segment


def read_leb(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def write_leb(value):
    out = bytearray()
    while True:
        byte = value & 0x7F
        value >>= 7
        out.append(byte | (0x80 if value else 0))
        if not value:
            return bytes(out)


def write_signed(value):
    """Of a number that is not negative."""
    out = bytearray()
    while True:
        byte = value & 0x7F
        value >>= 7
        done = value == 0 and not byte & 0x40
        out.append(byte if done else byte | 0x80)
        if done:
            return bytes(out)


def sections(wasm):
    """(id, start of its contents, end) of each section."""
    at = 8
    while at < len(wasm):
        kind = wasm[at]
        size, at = read_leb(wasm, at + 1)
        yield kind, at, at + size
        at += size


def segments(wasm):
    """(address, start, end) of each active data segment; the address is 0 in object files."""
    for kind, at, _ in sections(wasm):
        if kind != DATA:
            continue
        count, at = read_leb(wasm, at)
        for _ in range(count):
            flags, at = read_leb(wasm, at)
            address = 0
            if flags == 0:
                if wasm[at] != 0x41:
                    raise ValueError("a data segment has no constant address")
                address, at = read_leb(wasm, at + 1)
                at += 1  # the end of the expression
            elif flags != 1:
                raise ValueError("a data segment is of an unknown kind")
            size, at = read_leb(wasm, at)
            yield address, at, at + size
            at += size


def literals(objects):
    """The string literals of object files, each with the byte that ends it."""
    found = set()
    for path in objects:
        wasm = path.read_bytes()
        for _, start, end in segments(wasm):
            text = wasm[start:end]
            if text.endswith(b"\0") and b"\0" not in text[:-1]:
                found.add(text)
    return found


def pointed_at(wasm, disassembled):
    """Every number in the code, and every word of the data, that may be an address; in order."""
    numbers = re.findall(r"(?:i32\.const |offset=)(\d+)", disassembled)
    code = sorted({int(number) for number in numbers})
    words = set()
    for address, start, end in segments(wasm):
        at = start + (-address) % 4
        words.update(memoryview(wasm[at:at + (end - at) // 4 * 4]).cast("I"))
    return code, sorted(words)


def reached(numbers, start, text):
    """Could one of the numbers be an address in the text?"""
    at = bisect.bisect_left(numbers, start)
    return at < len(numbers) and numbers[at] < start + len(text)


def find_texts(wasm, disassembled, texts, files):
    """(address, place in the file, length) of each text that can be moved."""
    code, words = pointed_at(wasm, disassembled)
    found = []
    for text in sorted(texts | files, key=len, reverse=True):
        at = wasm.find(text)
        if len(text) < SHORTEST or at < 0 or wasm.find(text, at + 1) >= 0:
            continue
        home = [(address + at - start) for address, start, end in segments(wasm)
                if start <= at and at + len(text) <= end]
        whole = text in files or wasm[at - 1] == 0
        if not home or not whole or reached(code, home[0], text):
            continue
        if text not in files and reached(words, home[0], text):
            continue
        found.append((home[0], at, len(text)))
    return sorted(found)


def data_section(pieces):
    body = write_leb(len(pieces))
    for address, content in pieces:
        body += b"\0\x41" + write_signed(address) + b"\x0b" + write_leb(len(content)) + content
    return bytes([DATA]) + write_leb(len(body)) + body


def move_texts(first, later, disassembled, literals_of, files):
    """The two parts with the texts moved, and how many bytes that are.

    `literals_of`: of the first part's objects, and of the second's.
    """
    if any(kind in (DATA, DATA_COUNT) for kind, _, _ in sections(later)):
        raise ValueError("the second part has data of its own")
    moved = find_texts(first, disassembled, literals_of[1] - literals_of[0], files)
    zeroed, pieces = bytearray(first), []
    for address, at, length in moved:
        content = first[at:at + length]
        zeroed[at:at + length] = bytes(length)
        gap = address - (pieces[-1][0] + len(pieces[-1][1])) if pieces else GAP + 1
        between = first[at - gap:at] if gap <= GAP else b"-"
        if gap >= 0 and not any(between):
            pieces[-1] = (pieces[-1][0], pieces[-1][1] + between + content)
        else:
            pieces.append((address, content))
    end = max(at for kind, _, at in sections(later) if kind == CODE)
    whole = later[:end] + data_section(pieces) + later[end:]
    return bytes(zeroed), whole, sum(length for _, _, length in moved)
