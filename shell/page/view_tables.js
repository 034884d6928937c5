// The system's state as tables: processes, channels with what waits in them, and the event log.
import {fill_rows, set_hidden, set_text} from "./dom.js";

export function make_processes(bus) {
  const table = document.querySelector("#processes table");
  bus.on_change(({system, time, snapshots}) => {
    const chosen = snapshots.find((snapshot) => snapshot.selected);
    set_text(
      table.caption,
      `Balances in ${system.unit} at ${time}${chosen ? `, and in snapshot ${chosen.name}` : ""}`,
    );
    fill_rows(
      table.tBodies[0],
      system.processes.map((process) => ({
        key: process.name,
        cells: [
          process.name,
          {text: process.balance, kind: "number"},
          [process.label, process.next].filter(Boolean).join("; ") || "nothing",
          recorded_state(process, chosen),
        ],
      })),
    );
  });
}

function recorded_state(process, chosen) {
  if (!chosen) return "–";
  return process.recorded ? `${process.recorded_balance} at ${process.recorded_at}` : "not yet";
}

export function make_channels(bus) {
  const table = document.querySelector("#channels table:not(#wires)");
  bus.on_change(({system, time, snapshots}) => {
    const chosen = snapshots.find((snapshot) => snapshot.selected);
    set_text(
      table.caption,
      `On the way at ${time}${chosen ? `, and recorded in snapshot ${chosen.name}` : ""}`,
    );
    fill_rows(
      table.tBodies[0],
      system.channels.map((channel) => ({
        key: channel.name,
        cells: [channel.name, waiting(channel), channel_state(channel, chosen)],
      })),
    );
  });
  make_wires(bus);
}

// What lies beneath reliable channels: copies on the wire, the resend buffer, what is in.
function make_wires(bus) {
  const table = document.querySelector("#wires");
  bus.on_change(({system, time}) => {
    const reliable = system.channels.filter((channel) => channel.reliable);
    set_hidden(table, reliable.length === 0);
    set_text(table.caption, `Beneath the reliable channels at ${time}: copies, which do not count`);
    fill_rows(
      table.tBodies[0],
      reliable.map((channel) => ({
        key: channel.name,
        cells: [channel.name, on_wire(channel), kept(channel), arrived(channel)],
      })),
    );
  });
}

function on_wire({wire}) {
  const items = wire.map(({name, marker, back, number, due}) =>
    back
      ? `${name} going back (due ${due})`
      : `${marker ? `marker ${name}` : name} as number ${number} (due ${due})`,
  );
  return items.join(", ") || "nothing";
}

function kept({unacknowledged, time_out}) {
  const items = unacknowledged.map(({name, number, transmissions}) =>
    transmissions === 1 ? `${number}: ${name}` : `${number}: ${name}, sent ${transmissions} times`,
  );
  return items.length === 0 ? "nothing" : `${items.join("; ")} (time-out at ${time_out})`;
}

function arrived({arrived: last, early}) {
  const all = last === 0 ? "none yet" : `all up to number ${last}`;
  return early.length === 0 ? all : `${all}; ahead of its turn: ${early.join(", ")}`;
}

function waiting(channel) {
  const items = channel.queue.map((item) => {
    const what = item.marker ? `marker ${item.name}` : `${item.name} ${item.amount}`;
    const details = [
      item.number > 0 && `number ${item.number}, ${item.place}`,
      item.due && `due ${item.due}`,
      item.state,
    ]
      .filter(Boolean)
      .join(", ");
    return details ? `${what} (${details})` : what;
  });
  return (items.join(", ") || "empty") + (channel.held ? "; held, left unread for now" : "");
}

function channel_state(channel, chosen) {
  if (!chosen || channel.recording === "") return "–";
  if (channel.recording === "not yet") return "not yet";
  return `${channel.recording}: ${channel.recorded.join(", ") || "empty"}`;
}

export function make_log(bus) {
  const table = document.querySelector("#log table");
  const filter = document.getElementById("log-filter");
  const update = (model) => {
    const word = filter.value.trim().toLowerCase();
    const lines = model.log.filter((line) => !word || line.sentence.toLowerCase().includes(word));
    set_text(table.caption, log_caption(model, lines.length, word));
    fill_rows(
      table.tBodies[0],
      lines.map((line) => ({
        key: `${line.step}`,
        kind: [line.future ? "ahead" : line.step === model.step && "here", line.remark && "turn"]
          .filter(Boolean)
          .join(" "),
        cells: [
          {text: String(line.step), kind: "number"},
          {text: line.time, kind: "number"},
          line.sentence +
            (line.by_clock ? "" : " (by hand)") +
            (line.future ? " (ahead)" : "") +
            (line.remark && ` ${line.remark}`),
        ],
      })),
    );
  };
  filter.addEventListener("input", () => update(bus.model()));
  bus.on_change((model) => {
    update(model);
    keep_in_sight(table);
  });
}

// Scrolls the list, never the page, until the present line is in it.
function keep_in_sight(table) {
  const list = table.parentElement;
  const line = table.querySelector(".here");
  if (!line || document.activeElement === list) return;
  const place = line.offsetTop - (list.clientHeight - line.offsetHeight) / 2;
  if (
    line.offsetTop < list.scrollTop ||
    line.offsetTop + line.offsetHeight > list.scrollTop + list.clientHeight
  ) {
    list.scrollTop = place;
  }
}

function log_caption({log_before, log}, shown, word) {
  const parts = [];
  if (log.length === 0) parts.push("Nothing has happened yet");
  else if (word) parts.push(`${shown} of ${log.length} lines`);
  else parts.push("The latest last");
  if (log_before > 0) parts.push(`${log_before} earlier left out`);
  return parts.join("; ");
}
