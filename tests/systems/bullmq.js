// A real worker of BullMQ, and jobs for it.
// npm: BullMQ under the name that PACKAGE says, and the ioredis that version 6 wants beside it
//
//   node bullmq.js work NAME | send COUNT | urgent COUNT | fail | retry | delay SECONDS | hold SECONDS
//
// Environment: REDIS_PORT, REDIS_DB, PREFIX (`bull` in a new application), PACKAGE, NODE_MODULES (where it is).

const { createRequire } = require('node:module');
const { join } = require('node:path');

const { REDIS_PORT, REDIS_DB, PREFIX, PACKAGE, NODE_MODULES } = process.env;
const { Queue, Worker } = createRequire(join(NODE_MODULES, 'index.js'))(PACKAGE);

const LATER = 3_600_000;
const QUEUE = 'mail';
const options = { connection: { host: '127.0.0.1', port: Number(REDIS_PORT), db: Number(REDIS_DB) }, prefix: PREFIX };

function work(name) {
  const worker = new Worker(QUEUE, async (job) => {
    if (job.name === 'fail') throw new Error('cannot be done');
    await new Promise((done) => setTimeout(done, job.data.ms ?? 0));
  }, { ...options, name });
  worker.on('error', (error) => console.error(error));
}

async function tell(...jobs) {
  const queue = new Queue(QUEUE, options);
  for (const [name, data, opts] of jobs) await queue.add(name, data, opts);
  await queue.close();
}

const [command, argument] = process.argv.slice(2);
const many = (job) => Array(Number(argument)).fill(job);
const commands = {
  work: () => work(argument),
  send: () => tell(...many(['do', {}])),
  urgent: () => tell(...many(['do', {}, { priority: 5 }])),
  fail: () => tell(['fail', {}]),
  retry: () => tell(['fail', {}, { attempts: 3, backoff: LATER }]),
  delay: () => tell(['do', {}, { delay: 1000 * argument }]),
  hold: () => tell(['do', { ms: 1000 * argument }]),
};
commands[command]();
