// A streaming job in tables: its tasks, its channels with what lies in them.
import {fill_rows, set_text} from "./dom.js";

const number = (value) => ({text: String(value), kind: "number"});

// Listens only while a job is on the screen.
export function on_job(bus, update) {
  bus.on_change((model) => {
    if (model.job) update(model.job, model);
  });
}

export function make_job_tasks(bus) {
  const table = document.querySelector("#job-tasks table");
  on_job(bus, (job, {time}) => {
    set_text(table.caption, `Tasks at ${time}`);
    fill_rows(
      table.tBodies[0],
      job.subtasks.map((task) => ({
        key: task.name,
        cells: [
          task.name,
          {text: task.state, kind: task.state === "RUNNING" ? null : "open"},
          task.doing || "–",
          number(task.records),
          task.position || task.sink || "–",
          task.part || "–",
        ],
      })),
    );
  });
}

// Next to be taken first: what has arrived, what is on the way, what the producer still has.
export function queue_text({arrived, on_the_way, queued}) {
  const items = [...arrived, ...on_the_way, ...queued];
  if (items.length === 0) return "empty";
  return items.map(item_text).join(" · ");
}

function item_text({kind, name, buffers, unaligned}) {
  if (kind === "data") return buffers > 1 ? `${name} in ${buffers} buffers` : name;
  if (kind === "barrier") return `▮ ${name}${unaligned ? ", overtaking" : ""}`;
  return name ? `${kind} of ${name}` : kind;
}

function barriers_text({held, stopped, delivered, ended}) {
  const parts = [];
  if (delivered) parts.push(`${delivered} taken`);
  if (held) parts.push("held until the others are in");
  else if (stopped) parts.push("its producer waits behind a barrier");
  if (ended) parts.push("ended");
  return parts.join("; ") || "–";
}

export function make_job_channels(bus) {
  const table = document.querySelector("#job-channels table");
  on_job(bus, (job, {time}) => {
    const shown = job.checkpoints.find(({selected}) => selected);
    set_text(
      table.caption,
      `On the way at ${time}${shown ? `, and captured in ${shown.name}` : ""}`,
    );
    fill_rows(
      table.tBodies[0],
      job.channels.map((channel) => ({
        key: channel.name,
        kind: channel.held ? "held" : null,
        cells: [
          channel.name,
          queue_text(channel),
          number(channel.buffers),
          barriers_text(channel),
          number(channel.captured_buffers),
        ],
      })),
    );
  });
}
