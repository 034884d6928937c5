#!/usr/bin/python3
"""Writes the page's fonts: subsets of packaged typefaces as assets/fonts.toml lists them.

    build_fonts.py assets/fonts.toml OUTPUT_FOLDER

Outlines become TrueType's quadratic ones, which every reader of a .ttf takes; hints, kerning and
all layout features go.
"""

import subprocess
import sys
import tomllib
from pathlib import Path

from fontTools import subset
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

MAX_ERROR = 1.0  # of an outline, in font units: Inter has 2816 to the em


def source(package, name):
    """The path of the file NAME that the Debian package installed."""
    listed = subprocess.run(["dpkg", "-L", package], capture_output=True, text=True, check=False)
    for path in listed.stdout.splitlines():
        if Path(path).name == name:
            return path
    sys.exit(f"build_fonts: {name} of the package {package} is not installed: "
             "run bash shell/toolchain/setup web.")


def wanted_characters(entry):
    wanted = set()
    for first, last in entry.get("ranges", []):
        wanted.update(range(int(first[2:], 16), int(last[2:], 16) + 1))
    for line in entry.get("characters", []):
        wanted.update(map(ord, line))
    return wanted


def tabular_digits(font):
    """Maps each digit to its glyph of one width (feature tnum) in the character table."""
    gsub = font["GSUB"].table
    lookups = {index for record in gsub.FeatureList.FeatureRecord if record.FeatureTag == "tnum"
               for index in record.Feature.LookupListIndex}
    replacement = {}
    for index in lookups:
        for table in gsub.LookupList.Lookup[index].SubTable:
            replacement.update(getattr(table, "ExtSubTable", table).mapping)
    for cmap in font["cmap"].tables:
        for code in range(ord("0"), ord("9") + 1):
            if code in cmap.cmap:
                cmap.cmap[code] = replacement.get(cmap.cmap[code], cmap.cmap[code])


def take_subset(font, characters):
    options = subset.Options()
    options.hinting = False
    options.desubroutinize = True
    options.layout_features = []
    options.drop_tables += ["GSUB", "GPOS", "GDEF"]
    options.name_IDs = [0, 1, 2, 13, 14]  # copyright, family, style, licence, its address
    options.glyph_names = False
    options.notdef_outline = True
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)


def to_truetype(font):
    """A new font with the same characters and widths, and quadratic outlines."""
    glyphs, order = font.getGlyphSet(), font.getGlyphOrder()
    outlines = {}
    for name in order:
        pen = TTGlyphPen(None)
        glyphs[name].draw(Cu2QuPen(pen, MAX_ERROR, reverse_direction=True))
        outlines[name] = pen.glyph()
    builder = FontBuilder(font["head"].unitsPerEm, isTTF=True)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap(font.getBestCmap())
    builder.setupGlyf(outlines)
    builder.setupHorizontalMetrics(
        {name: (font["hmtx"][name][0],
                outlines[name].xMin if outlines[name].numberOfContours else 0)
         for name in order})
    hhea = font["hhea"]
    builder.setupHorizontalHeader(ascent=hhea.ascent, descent=hhea.descent, lineGap=hhea.lineGap)
    builder.font["OS/2"] = font["OS/2"]
    builder.font["name"] = font["name"]
    builder.setupPost(keepGlyphNames=False)
    # The same input gives the same bytes.
    builder.font["head"].created = font["head"].created
    builder.font["head"].modified = font["head"].modified
    builder.font.recalcTimestamp = False
    return builder.font


def build(entry, folder):
    font = TTFont(source(entry["package"], entry["file"]), recalcTimestamp=False)
    characters = wanted_characters(entry)
    missing = sorted(characters - font.getBestCmap().keys())
    if missing:
        sys.exit(f"build_fonts: {entry['file']} has no "
                 + " ".join(f"{chr(code)} (U+{code:04X})" for code in missing)
                 + f": take it out of {entry['output']} in assets/fonts.toml.")
    if entry.get("tabular_digits"):
        tabular_digits(font)
    take_subset(font, characters)
    if "CFF " in font:
        font = to_truetype(font)
    font.save(folder / entry["output"])


def main():
    entries = tomllib.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))["font"]
    folder = Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for entry in entries:
        build(entry, folder)


if __name__ == "__main__":
    main()
