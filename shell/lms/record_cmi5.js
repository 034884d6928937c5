// cmi5: an xAPI record with a fixed order of statements: initialized, answers, completed, passed or
// failed, terminated. The platform gives everything in the address.

import {interaction_of} from "./interaction.js";

const kVerbs = "http://adlnet.gov/expapi/verbs/";
const kContext = "https://w3id.org/xapi/cmi5/context/";
const kStateId = "cutline";
const kLaunchNames = ["endpoint", "fetch", "actor", "registration", "activityId"];
const category_of = (name) => ({id: `${kContext}categories/${name}`});

// null where the address is not a launch.
export async function open_cmi5(entry) {
  const query = new URLSearchParams(window.location.search);
  if (!kLaunchNames.every((name) => query.get(name))) return null;
  const response = await fetch(query.get("fetch"), {method: "POST"}); // a token is given once
  const {"auth-token": token} = await response.json();
  if (!token) throw new Error("it gives no token");
  const record = new Cmi5Record({
    endpoint: query.get("endpoint").replace(/\/?$/, "/"),
    token,
    actor: JSON.parse(query.get("actor")),
    registration: query.get("registration"),
    activityId: query.get("activityId"),
    mastery: entry.mastery,
  });
  await record.open();
  return record;
}

class Cmi5Record {
  #at;
  #launch = {};
  said = []; // verbs that may be said once for a learner, in all visits

  constructor(at) {
    this.#at = at;
  }

  // What the platform asks for, or null.
  get mastery() {
    return this.#launch.masteryScore ?? null;
  }

  async open() {
    this.#launch = JSON.parse((await this.#state("GET", "LMS.LaunchData")) || "{}");
    const agent = encodeURIComponent(JSON.stringify(this.#at.actor));
    await this.#ask(`agents/profile?agent=${agent}&profileId=cmi5LearnerPreferences`);
    this.state = await this.#state("GET", kStateId);
    await this.#say("initialized", {}, {categories: ["cmi5"]});
  }

  answer(number, {question, given, right, sentence, exercise, step, kind}) {
    const name = exercise ? `${exercise}-${step}` : `answer-${number}`;
    const object = {
      id: `${this.#at.activityId}#${name}`,
      objectType: "Activity",
      definition: {
        name: {en: question},
        description: {en: sentence},
        type: "http://adlnet.gov/expapi/activities/cmi.interaction",
        interactionType: interaction_of(kind),
      },
    };
    const response = given ? {response: given} : {}; // a task has none
    return this.#say("answered", {success: right, ...response}, {object});
  }

  // The statements first: what is kept says which of them were made.
  async save({done, score, passed}, make_state) {
    if (done && (this.#launch.launchMode ?? "Normal") === "Normal") {
      await this.#conclude(score, passed);
    }
    await this.#state("PUT", kStateId, await make_state());
    return true;
  }

  async #conclude(score, passed) {
    const categories = ["cmi5", "moveon"];
    await this.#say_once("completed", {completion: true}, {categories});
    if (score === null || passed === null || this.said.includes("passed")) return;
    const mastery = this.mastery ?? this.#at.mastery;
    const verb = passed ? "passed" : "failed";
    await this.#say_once(verb, {success: passed, score: {scaled: score}}, {categories, mastery});
  }

  finish(_, seconds) {
    return this.#say("terminated", {duration: `PT${seconds}S`}, {categories: ["cmi5"]});
  }

  leave() {
    const {returnURL} = this.#launch;
    if (/^https?:/.test(returnURL ?? "")) window.location.assign(returnURL);
  }

  async #say_once(verb, result, more) {
    if (this.said.includes(verb)) return;
    this.said.push(verb);
    await this.#say(verb, result, more);
  }

  #say(verb, result, {object = null, categories = [], mastery = null}) {
    const {contextTemplate = {}} = this.#launch;
    const {actor, registration, activityId} = this.#at;
    const activity = {id: activityId, objectType: "Activity"};
    const given = contextTemplate.contextActivities ?? {};
    const category = [...(given.category ?? []), ...categories.map(category_of)];
    const extensions = {...contextTemplate.extensions};
    if (mastery !== null) extensions[`${kContext}extensions/masteryscore`] = mastery;
    const statement = {
      id: crypto.randomUUID(),
      actor,
      verb: {id: kVerbs + verb, display: {en: verb}},
      object: object ?? activity,
      context: {
        ...contextTemplate,
        registration,
        contextActivities: {
          ...given,
          ...(object ? {parent: [activity]} : {}),
          ...(category.length > 0 ? {category} : {}),
        },
        ...(Object.keys(extensions).length > 0 ? {extensions} : {}),
      },
      timestamp: new Date().toISOString(),
    };
    if (Object.keys(result).length > 0) statement.result = result;
    return this.#ask("statements", "POST", JSON.stringify(statement));
  }

  #state(method, id, body) {
    const {activityId, actor, registration} = this.#at;
    const agent = JSON.stringify(actor);
    const query = new URLSearchParams({activityId, agent, registration, stateId: id});
    return this.#ask(`activities/state?${query}`, method, body);
  }

  // The answer's text, "" where there is nothing yet. keepalive: a page that goes is still heard.
  async #ask(path, method = "GET", body = undefined) {
    const headers = {
      authorization: `Basic ${this.#at.token}`,
      "x-experience-api-version": "1.0.3",
    };
    if (body !== undefined) {
      headers["content-type"] = path === "statements" ? "application/json" : "text/plain";
    }
    const keepalive = method !== "GET";
    const response = await fetch(this.#at.endpoint + path, {method, body, keepalive, headers});
    if (response.status === 404) return "";
    if (!response.ok) throw new Error(`it answered ${response.status} to ${path.split("?")[0]}`);
    return response.text();
  }
}
