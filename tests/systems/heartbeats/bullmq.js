// A worker of BullMQ with the lines of docs/heartbeats.md: work, or hold (a job that does not end).
// npm: BullMQ and ioredis, where NODE_PATH says
//
// Environment: REDIS_PORT (jobs), REDIS_URL (heartbeats), HELD (written when the job has begun), LINES (the folder of
// those lines).

const Module = require('node:module');
const { closeSync, openSync } = require('node:fs');
const { join } = require('node:path');

const { HELD, LINES, REDIS_PORT } = process.env;
const bullmq = require('bullmq5');

const connection = { host: '127.0.0.1', port: Number(REDIS_PORT) };
const send = () => new Promise(() => closeSync(openSync(HELD, 'w')));

async function hold() {
  const queue = new bullmq.Queue('mail', { connection });
  await queue.add('hold', {});
  await queue.close();
}

// The worker asks for what an application has under these names.
const application = { bullmq, './mail': { connection, send } };
const load = Module._load;
Module._load = (name, ...rest) => application[name] ?? load(name, ...rest);

if (process.argv[2] === 'work') require(join(LINES, 'worker.js'));
else hold();
