// The command bus as the page sees it: a line of text goes in, a model comes out.
//
//     view ── run("step") ──▶ C++ lab ──▶ model ──▶ every view
//     canvas ── commands in C++ ── cutlineChanged ──▲
//
// A refused command leaves one notice more; a field may claim it, to show it beside itself.

export class Bus {
  #module;
  #model = null;
  #revision = -1;
  #listeners = [];
  #openings = [];
  #claims = new Map(); // notice id → whoever shows it
  #on_fault;
  #broken = false;

  // `on_fault` hears of errors of the program itself, after which nothing more can be done with it.
  constructor(module, on_fault) {
    this.#module = module;
    this.#on_fault = on_fault;
  }

  model() {
    return this.#guard(() => {
      const revision = this.#module._cutline_revision();
      if (revision !== this.#revision) {
        this.#model = JSON.parse(this.#module.UTF8ToString(this.#module._cutline_model()));
        this.#revision = revision;
      }
      return this.#model;
    }, this.#model);
  }

  // Does one line. Returns {ok, notice}: the notice says why it was refused.
  run(line, claimant = null) {
    const before = new Set(this.model().notices.map((notice) => notice.id));
    const code = this.#guard(
      () => this.#with_text(line, (text) => this.#module._cutline_command(text)),
      1,
    );
    const fresh = this.model().notices.filter((notice) => !before.has(notice.id));
    const notice = fresh.at(-1) ?? null;
    if (notice && claimant) this.#claims.set(notice.id, claimant);
    this.changed();
    return {ok: code === 0, notice};
  }

  // Does lines in a row, and tells of it once. Returns how many were refused.
  run_all(lines) {
    const command = (text) => this.#module._cutline_command(text);
    let refused = 0;
    for (const line of lines) refused += this.#guard(() => this.#with_text(line, command), 1);
    this.changed();
    return refused;
  }

  // Gives the program texts: whether it took them. A refusal has left a notice. `how` goes to the
  // listeners.
  tell(name, texts, how = {}) {
    const call = (places, [text, ...rest]) =>
      text === undefined
        ? this.#module[`_cutline_${name}`](...places)
        : this.#with_text(text, (place) => call([...places, place], rest));
    const code = this.#guard(() => call([], texts), 1);
    this.changed(how);
    return code === 0;
  }

  // Asks the program for a text.
  ask(name) {
    return this.#guard(() => this.#module.UTF8ToString(this.#module[`_cutline_${name}`]()), "");
  }

  // Opens a saved run. A refusal has left a notice.
  open_run(text) {
    const opened = this.tell("open_run", [text]);
    if (opened) for (const listener of this.#openings) listener();
    return opened;
  }

  // Hears of every run that was opened.
  on_opened(listener) {
    this.#openings.push(listener);
  }

  saved_run() {
    return this.ask("saved_run");
  }

  // What the screen can be exported as: [{name, label, does, ending, type, remark, why_not}].
  exports() {
    return JSON.parse(this.ask("exports") || "[]");
  }

  // The text in that form, or "" where that was refused with a notice.
  export_text(name) {
    const text = this.#guard(
      () =>
        this.#with_text(name, (place) =>
          this.#module.UTF8ToString(this.#module._cutline_export(place)),
        ),
      "",
    );
    if (text === "") this.changed();
    return text;
  }

  // A notice of the page's own; a field may claim it.
  notice(sentence, claimant = null) {
    this.#guard(() =>
      this.#with_text(sentence, (place) => this.#module._cutline_notice(place)),
    );
    const notice = this.model().notices.at(-1);
    if (notice && claimant) this.#claims.set(notice.id, claimant);
    this.changed();
    return notice;
  }

  // Takes a notice away; nobody needs to be told.
  dismiss(notice) {
    this.#guard(() =>
      this.#with_text(`dismiss ${notice.id}`, (text) => this.#module._cutline_command(text)),
    );
    this.changed({quiet: true});
  }

  // Tells every listener: listener(model, {quiet, restored}). Quiet: nothing is spoken; restored:
  // progress came from elsewhere, nothing was answered here.
  changed(how = {}) {
    const model = this.model();
    for (const listener of this.#listeners) listener(model, how);
  }

  on_change(listener) {
    this.#listeners.push(listener);
  }

  claimant(notice) {
    return this.#claims.get(notice.id) ?? null;
  }

  // One call into the program that is not a command; `otherwise` where it fails.
  call(name, ...values) {
    return this.#guard(() => this.#module[`_cutline_${name}`](...values), 0);
  }

  give_font(bytes, which) {
    this.#guard(() => {
      const place = this.#module._malloc(bytes.byteLength);
      this.#module.HEAPU8.set(new Uint8Array(bytes), place);
      this.#module._cutline_font(place, bytes.byteLength, which);
      this.#module._free(place);
    });
  }

  #with_text(text, use) {
    const size = this.#module.lengthBytesUTF8(text) + 1;
    const place = this.#module._malloc(size);
    this.#module.stringToUTF8(text, place, size);
    const result = use(place);
    this.#module._free(place);
    return result;
  }

  // After a fault of the program nothing of it can be trusted: no further call is made.
  broken() {
    return this.#broken;
  }

  #guard(work, otherwise) {
    if (this.#broken) return otherwise;
    try {
      return work();
    } catch (error) {
      this.#broken = true;
      this.#on_fault(error);
      return otherwise;
    }
  }
}
