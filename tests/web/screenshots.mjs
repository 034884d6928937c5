// Pictures of every view for the eye: both screens, themes, widths and pixel ratios, into
// build/look/.
//
//     node tests/web/screenshots.mjs
//
// Nothing is compared. Look at them whenever a screen has changed.
import {mkdir} from "node:fs/promises";
import {join} from "node:path";
import {kRoot, open_lab, until_idle} from "./support.mjs";

const kFolder = join(kRoot, "build/look");
const kThemes = ["light", "dark", "contrast"];
const kSizes = [
  {width: 1280, height: 800},
  {width: 360, height: 740},
];
const kRatios = [1, 2];
const kViews = {
  start: [],
  transfers: ["seek 14", "snapshot A", "step 8"],
  loses: ["seek 14", "snapshot A", "step 20", "read-all", "select S2"],
  orphan: ["seek 42", "cut all 16", "cut B 11"],
  straightened: ["open never-existed", "clocks on", "straighten all", "clocks off"],
  explored: ["scenario mesh-2", "set record off", "explore"],
  queue: ["show queue", "queue lambda 3", "queue predict 5", "queue step", "queue step"],
  job: ["scenario t1-aligned", "next barrier"],
  unaligned: ["scenario t2-unaligned", "seek 12s", "next completed"],
  charts: ["scenario t2-unaligned", "seek 30s", "panel charts"],
  compared: ["scenario t1-aligned", "seek 30s", "compare aligned unaligned", "panel compare"],
  pipeline: ["scenario pipeline", "next completed", "until 21s"],
  predict: ["exercise draw-a-cut", "exercise next"],
  convicted: [
    ...["exercise where-is-the-money", "exercise next", "answer 2 0", "exercise run 2"],
  ],
  empties: ["show queue", "queue mu 3", "queue predict 3", "queue step", "queue step"],
};

const kFresh = [
  ...["exercise leave", "show queue", "show transfers", "reset", "queue reset", "dismiss all"],
];

async function shoot(theme, size, ratio) {
  const lab = await open_lab({view: {viewport: size, deviceScaleFactor: ratio}});
  await lab.page.getByLabel("Theme").selectOption(theme);
  for (const [view, lines] of Object.entries(kViews)) {
    for (const line of [...kFresh, ...lines])
      await lab.command(line);
    await until_idle(lab);
    const path = join(kFolder, `${view}-${theme}-${size.width}-${ratio}x.png`);
    await lab.page.screenshot({path, fullPage: true});
    console.log(path);
  }
  await lab.close({faults_allowed: true});
}

await mkdir(kFolder, {recursive: true});
for (const size of kSizes) {
  for (const theme of kThemes) {
    for (const ratio of kRatios) await shoot(theme, size, ratio);
  }
}
process.exit(); // the browser is shared and would stay
