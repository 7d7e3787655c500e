// The built Worker on a stage: its clock can be moved, days be played, and what it calls be made to fail.
//
// Only tests deploy this. The Worker and its object are the real ones: they are handed another clock, another
// storage that passes everything on and counts it, and run when the script says so.

import { DurableObject, WorkerEntrypoint } from "cloudflare:workers";
import Worker, { BoardObject as Built } from "./build/index.js";

// After so long without work an object is taken out of memory, as the platform has it.
const LINGERS = 10_000;
const WATCHDOG = 60_000;
// How late an alarm goes off: so the watchdog comes at every moment of the time between two rounds in a day.
const LATE = 75;

// The real clock, and by how much it is ahead. Once it was moved, rounds are made by `play` alone.
const RealDate = Date;
let ahead = 0;
const now = () => RealDate.now() + ahead;
globalThis.Date = class extends RealDate {
  constructor(...given) {
    given.length === 0 ? super(now()) : super(...given);
  }
  static now() {
    return now();
  }
};
const moveTo = (at) => (ahead = Math.max(at, now()) - RealDate.now());

// What throws, and at which of its next calls: { "INSERT INTO log": 1, "setAlarm": 1 }.
let faults = {};
function mayThrow(call) {
  for (const [what, left] of Object.entries(faults)) {
    if (!call.startsWith(what)) continue;
    if (left > 1) faults[what] = left - 1;
    else {
      delete faults[what];
      throw new Error(`${what} was told to throw`);
    }
  }
}

// Since the last time anybody asked.
const nothing = () => ({ rounds: 0, requests: 0, written: 0, read: 0, awake: 0, lives: 0, unarmed: 0 });
let counts = nothing();

export class BoardObject extends DurableObject {
  #cursors = [];
  #pending = [];
  #awakeUntil = 0;
  #inner;

  // As the platform would: an object that was idle for long begins anew, and knows what its storage has.
  #awake() {
    if (this.#inner && now() < this.#awakeUntil) return this.#inner;
    counts.lives += 1;
    this.#awakeUntil = 0;
    this.#inner = new Built(this.#state(), this.env);
    return this.#inner;
  }

  async #work(work) {
    const began = now();
    counts.requests += 1;
    try {
      return await work(this.#awake());
    } finally {
      while (this.#pending.length > 0) await this.#pending.pop();
      const until = now() + LINGERS;
      counts.awake += until - Math.max(began, this.#awakeUntil);
      this.#awakeUntil = until;
      for (const cursor of this.#cursors.splice(0)) {
        counts.written += cursor.rowsWritten;
        counts.read += cursor.rowsRead;
      }
    }
  }

  fetch(request) {
    return this.#work((object) => object.fetch(request));
  }

  // The platform's own alarm.
  alarm() {
    mayThrow("alarm");
    return this.#work((object) => object.alarm());
  }

  // When the alarm is due.
  armed() {
    return this.ctx.storage.getAlarm();
  }

  // What the platform does when an alarm is due: it is no longer set, and the object is told.
  async goesOff() {
    await this.ctx.storage.deleteAlarm();
    counts.rounds += 1;
    await this.#work((object) => object.alarm());
    const next = await this.armed();
    if (next === null) counts.unarmed += 1;
    return next;
  }

  async disarm() {
    await this.ctx.storage.deleteAlarm();
  }

  // Forgets everything but its storage.
  forget() {
    this.#awakeUntil = 0;
  }

  sql(statement) {
    return this.ctx.storage.sql.exec(statement).raw().toArray();
  }

  #state() {
    const { ctx } = this;
    const storage = {
      sql: {
        exec: (statement, ...values) => {
          mayThrow(statement);
          const cursor = ctx.storage.sql.exec(statement, ...values);
          this.#cursors.push(cursor);
          return cursor;
        },
      },
      transactionSync: (work) => ctx.storage.transactionSync(work),
      getAlarm: (options) => ctx.storage.getAlarm(options ?? undefined),
      setAlarm: (time) => {
        mayThrow("setAlarm");
        counts.written += 1; // as it is billed
        return ctx.storage.setAlarm(time);
      },
    };
    return { id: ctx.id, storage, waitUntil: (promise) => this.#pending.push(promise) };
  }
}

export default class extends WorkerEntrypoint {
  async fetch(request) {
    const url = new URL(request.url);
    if (!url.pathname.startsWith("/stage/")) return this.#worker().fetch(request);
    const words = Object.fromEntries(url.searchParams);
    try {
      const statement = await request.text();
      return Response.json((await this.#command(url.pathname.slice(7), { ...words, statement })) ?? null);
    } catch (error) {
      return new Response(String(error.stack), { status: 500 });
    }
  }

  scheduled(event) {
    return this.#worker().scheduled(event);
  }

  #worker() {
    return new Worker(this.ctx, this.env);
  }

  async #command(name, words) {
    const object = this.env.BOARD.getByName("board");
    switch (name) {
      case "now":
        return now();
      case "move":
        return moveTo(Number(words.to));
      case "play":
        return this.#play(object, Number(words.until));
      case "watchdog":
        return this.scheduled({ type: "scheduled", cron: "* * * * *", scheduledTime: now() });
      case "armed":
        return object.armed();
      case "disarm":
        return object.disarm();
      case "forget":
        return object.forget();
      case "throw":
        return void (faults = { ...faults, [words.at]: Number(words.after ?? 1) });
      case "faults":
        return faults;
      case "sql":
        return object.sql(words.statement);
      case "counts": {
        const counted = counts;
        counts = nothing();
        return counted;
      }
      default:
        throw new Error(`/stage/${name} is nothing that can be played`);
    }
  }

  // Alarms when they are due and the watchdog every minute, up to a moment.
  async #play(object, until) {
    let alarm = await object.armed();
    for (;;) {
      const watchdog = (Math.floor(now() / WATCHDOG) + 1) * WATCHDOG;
      const next = Math.min(alarm === null ? Infinity : alarm + LATE, watchdog);
      if (next >= until) return void moveTo(until);
      moveTo(next);
      if (next === watchdog) {
        await this.scheduled({ type: "scheduled", cron: "* * * * *", scheduledTime: next });
        alarm = await object.armed();
      } else {
        alarm = await object.goesOff();
      }
    }
  }
}
