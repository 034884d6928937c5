// The list of forms for other tools, each a button that saves a file. The diagram can also be had
// as PNG: the browser draws its own SVG.
import {element} from "./dom.js";
import {name_of, save_file} from "./files.js";
import {make_command_button} from "./buttons.js";

const kScale = 2; // pixels of a PNG for a pixel of the diagram
const kSideMax = 16000; // pixels; browsers draw nothing beyond some 16,384

// Filled anew each time the dialog opens: the list belongs to what is on the screen then.
export function show_exports(bus, speak) {
  const rows = bus.exports().flatMap((form) => {
    const row = {...form, command: form.name, save: () => save_text(bus, form)};
    if (form.name !== "svg") return [row];
    const png = {name: "png", command: "png", label: `${form.label} as PNG`, does: "on white"};
    return [row, {...row, ...png, save: () => save_png(bus)}];
  });
  document.getElementById("exports").replaceChildren(...rows.map((row) => make_row(row, speak)));
}

function make_row(row, speak) {
  const save = async () => {
    if (await row.save()) speak(`${row.label}: saved as a file.`);
  };
  const {button, why, update} = make_command_button({run: save}, {speak});
  update(row);
  const does = element("span", {class: "why"}, row.does);
  const remark = row.remark
    ? element("span", {class: "why"}, "Its parser expression: ", element("code", {}, row.remark))
    : "";
  return element("li", {}, button, does, remark, why);
}

function save_text(bus, {name, type, ending}) {
  const text = bus.export_text(name);
  if (text !== "") save_file(`${name_of(bus.model())}.${ending}`, type, text);
  return text !== "";
}

async function save_png(bus) {
  const text = bus.export_text("svg");
  if (text === "") return false;
  try {
    save_file(`${name_of(bus.model())}.png`, "image/png", await png_of(text));
    return true;
  } catch {
    bus.notice("Nothing was exported: this browser draws no picture here. Save it as SVG.");
    return false;
  }
}

async function png_of(svg) {
  const address = URL.createObjectURL(new Blob([svg], {type: "image/svg+xml"}));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const scale = Math.min(kScale, kSideMax / image.width, kSideMax / image.height);
    const canvas = document.createElement("canvas");
    canvas.width = Math.floor(image.width * scale);
    canvas.height = Math.floor(image.height * scale);
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture")))),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}
