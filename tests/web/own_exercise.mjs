// The text of an exercise that does not come with the lab.
export const kOwn = `title = "Mine"
chapter = "own"
proves = "p"
assumes = "a"
source = "s"
scenario = "two-banks"
allowed = ["step"]
goal = "in-flight > 0"
goal-text = "g"
[[step]]
predict = "How much is on its way?"
number = "in-flight"
`;
