#!/usr/bin/env node
// Writes what follows from the two tables, options and messages: messages.schema.json, and the
// tables in README.md.
//
//     node shell/embed/generate.mjs [--write]      without --write it names what is out of date
import {readFileSync, writeFileSync} from "node:fs";
import {fileURLToPath} from "node:url";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const page_options = readFileSync(here("../page/options.js"), "utf8");
new Function(page_options)();
const {kOptions, words_of} = globalThis.cutline_options;
// A module for browsers: node wants to be told that it is one.
const source = readFileSync(here("messages.js"), "utf8");
const {kErrors, kEvents, kFieldTypes, kLab, kProtocol, kRequests} = await import(
  `data:text/javascript,${encodeURIComponent(source)}`
);

const plain = (marked) => marked.replace("?", "");
const reference = (marked) => ({$ref: `#/$defs/${plain(marked)}`});

function object_of(fields, fixed = {}) {
  const properties = {...fixed};
  for (const [name, marked] of Object.entries(fields)) properties[name] = reference(marked);
  const needed = Object.keys(fields).filter((name) => !fields[name].endsWith("?"));
  const required = [
    ...Object.keys(fixed).filter((name) => !["id", "req"].includes(name)),
    ...needed,
  ];
  return {type: "object", properties, required, additionalProperties: false};
}

function schema() {
  const envelope = (type) => ({lab: {const: kLab}, v: {const: kProtocol}, type: {const: type}});
  const mark = {$ref: "#/$defs/mark"};
  const id = {$ref: "#/$defs/id"};
  const requests = Object.entries(kRequests).map(([type, {says, fields}]) => ({
    title: type,
    description: says,
    ...object_of(fields, {...envelope(type), req: mark}),
  }));
  const replies = Object.entries(kRequests).map(([type, {value}]) => ({
    title: `reply to ${type}`,
    ...object_of(
      {},
      {...envelope("reply"), req: mark, id, to: {const: type}, value: object_of(value)},
    ),
  }));
  const events = Object.entries(kEvents).map(([type, {says, fields}]) => ({
    title: type,
    description: says,
    ...object_of(fields, {...envelope(type), id}),
  }));
  const error = object_of(
    {text: "text"},
    {
      ...envelope("error"),
      req: mark,
      id,
      code: {enum: Object.keys(kErrors)},
    },
  );
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Messages between Cutline in a frame and the page around it",
    description: "Made by shell/embed/generate.mjs from shell/embed/messages.js.",
    oneOf: [...requests, ...replies, {title: "error", ...error}, ...events],
    $defs: {
      mark: {
        anyOf: [{type: "integer"}, {type: "string", minLength: 1, maxLength: 64}],
      },
      id: {type: "string", pattern: "^[\\w.-]{1,64}$"},
      ...kFieldTypes,
    },
  };
}

const row = (...cells) => `| ${cells.join(" | ")} |`;
const code = (text) => (text === "" ? "" : `\`${text}\``);
const fields_of = (fields) =>
  Object.entries(fields)
    .map(([name, type]) => `\`${name}\`: ${type}`)
    .join(", ");

const kTables = {
  options: () => [
    row("name", "values", "default", "what it does"),
    row("---", "---", "---", "---"),
    ...kOptions.map((option) =>
      row(
        code(option.name),
        words_of(option),
        code(option.initial) + (option.framed ? `, in a frame ${code(option.framed)}` : ""),
        option.says,
      ),
    ),
  ],
  requests: () => [
    row("request", "fields", "what it does"),
    row("---", "---", "---"),
    ...Object.entries(kRequests).map(([type, {says, fields}]) =>
      row(code(type), fields_of(fields), says),
    ),
  ],
  events: () => [
    row("event", "fields", "when"),
    row("---", "---", "---"),
    ...Object.entries(kEvents).map(([type, {says, fields}]) =>
      row(code(type), type === "state" ? "where the run is" : fields_of(fields), says),
    ),
  ],
  errors: () => [
    row("code", "why"),
    row("---", "---"),
    ...Object.entries(kErrors).map(([name, says]) => row(code(name), says)),
  ],
};

function readme(text) {
  return Object.entries(kTables).reduce((before, [name, make]) => {
    const place = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- end -->)`);
    if (!place.test(before)) throw new Error(`README.md has no place for the table ${name}.`);
    return before.replace(place, (_, begin, end) => `${begin}\n${make().join("\n")}\n\n${end}`);
  }, text);
}

const wanted = {
  "messages.schema.json": () => `${JSON.stringify(schema(), null, 1)}\n`,
  "README.md": readme,
};
let stale = 0;
for (const [name, make] of Object.entries(wanted)) {
  let text = "";
  try {
    text = readFileSync(here(name), "utf8");
  } catch {
    // not there yet
  }
  const next = make(text);
  if (next === text) continue;
  stale += 1;
  if (process.argv.includes("--write")) writeFileSync(here(name), next);
  else console.log(`shell/embed/${name} is out of date: node shell/embed/generate.mjs --write`);
}
process.exitCode = stale > 0 && !process.argv.includes("--write") ? 1 : 0;
