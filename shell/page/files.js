// Gives the visitor a file. `content` is a text or a Blob. In a frame whose sandbox has no
// allow-downloads the browser drops it and tells nobody.

export function save_file(name, type, content) {
  const blob = content instanceof Blob ? content : new Blob([content], {type});
  const address = URL.createObjectURL(blob);
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  document.body.append(anchor); // not every browser follows one that is nowhere
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60000); // the browser may still be reading
}

// What a run's file is called: "transfers-step-16".
export function name_of({show, scenario, step}) {
  return show === "queue" ? "queue" : `${scenario}-step-${step}`;
}
