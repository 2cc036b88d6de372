// Breaks parts of a cluster during a burst of messages. Then checks that each acknowledged message is stored once, in
// order, and has arrived, and that all clients were back in time.
import { befriend, callAs, signUp } from '../abuse/people.mjs'
import { freePort } from '../local-services.mjs'
import { BurstClient, sendAll } from './burst-client.mjs'
import { startCluster, stopOnSignal } from './nodes.mjs'

/** The messages that one sender sends, fewer than the rate limit of an account. */
const perPair = 500
/** The goal for the longest outage of a client, from the end of its connection to its next sign-in, ms. */
const outageGoal = 3_000
/** The time limit of a burst, ms. */
const burstLimit = 180_000

const wait = (duration) => new Promise((resolve) => setTimeout(resolve, duration))

const readHistory = async (url, person, conversation) => {
  const all = []
  for (;;) {
    const fields = { ChatSessionID: conversation, Status: 1, FromID: all.at(-1)?.ID ?? 0 }
    const { Code, Data, Msg } = await callAs(url, person, '/GetChatData', fields)
    if (Code !== 0) throw new Error(`The history answered ${Code}: ${Msg}`)
    if (Data.length === 0) return all
    all.push(...Data)
  }
}

/** Compares the stored messages of a pair with those that were acknowledged. */
const compareStored = (stored, acknowledged) => {
  const byClientId = new Map()
  for (const message of stored)
    byClientId.set(message.ClientMsgId, [...(byClientId.get(message.ClientMsgId) ?? []), message])
  const isMissing = ({ id, messageId, sequence }) =>
    !byClientId.get(id)?.some(({ ID, SeqID }) => ID === messageId && SeqID === sequence)
  return {
    lost: acknowledged.filter(isMissing).length,
    doubled: stored.length - byClientId.size,
  }
}

const isDescending = (numbers) => numbers.some((one, index) => index > 0 && one < numbers[index - 1])

/** Returns what is wrong with the order of a pair's messages and of its receiver's frames. */
const findDisorder = ({ sender }, stored, arrived) => {
  const wrong = []
  stored.forEach(({ SeqID }, index) => {
    if (SeqID !== stored[0].SeqID + index) wrong.push(`the sequence has a gap at ${SeqID}`)
  })
  // A sender that lost its connection or was rejected sends again, after messages that were sent later.
  const sent = stored.map(({ Message }) => Number(Message.split(' ')[1]))
  if (sender.outages.length === 0 && sender.rejections === 0 && isDescending(sent))
    wrong.push('messages are stored in another order than sent')
  if (isDescending(arrived)) wrong.push('frames arrived out of order')
  return wrong
}

/** Checks the messages of one pair after a burst. */
const checkPair = async (url, pair) => {
  const { sender, receiver, conversation, acknowledged } = pair
  const stored = await readHistory(url, receiver.person, conversation)
  const arrived = receiver.frames
    .flatMap((frame) => (frame.Cmd === 'Chat' ? [frame.chat] : []))
    .filter(({ ChatSessionID }) => ChatSessionID === conversation)
    .map(({ SeqID }) => SeqID)
  const disorder = findDisorder(pair, stored, arrived)
  // A message without a frame is fetched by the client when it connects; it may only be missing in an outage.
  const missing = stored.length - new Set(arrived).size
  if (receiver.outages.length === 0 && missing > 0)
    disorder.push(`${missing} frames are missing without an outage`)
  return {
    ...compareStored(stored, acknowledged),
    disorder,
    missing,
    doubledFrames: arrived.length - new Set(arrived).size,
    outages: [...sender.outages, ...receiver.outages],
  }
}

const faults = {
  'no fault': async () => {},
  'SIGKILL of a node': async ({ nodes: [node] }) => {
    node.child.kill('SIGKILL')
    await wait(500)
    node.child = await node.start()
  },
  'SIGTERM of a node': async ({ nodes: [node] }) => {
    node.child.kill('SIGTERM')
    await new Promise((resolve) => node.child.once('exit', resolve))
    node.child = await node.start()
  },
  'SIGKILL of NATS': ({ nats }) => nats.restart('SIGKILL', 2_000),
  'restart of PostgreSQL': ({ postgres }) => postgres.restart('SIGINT'),
  'SIGKILL of PostgreSQL': ({ postgres }) => postgres.restart('SIGKILL'),
  'cut between a node and NATS': async ({ nodes: [node] }) => {
    node.natsProxy.cut()
    // Longer than the node takes to notice that NATS does not answer.
    await wait(8_000)
    node.natsProxy.restore()
  },
  'SIGSTOP of a node for 4 s': async ({ nodes: [node] }) => {
    node.child.kill('SIGSTOP')
    await wait(4_000)
    node.child.kill('SIGCONT')
  },
}

/** Resolves when every client of the pairs is signed in. */
const untilBack = async (pairs) => {
  while (pairs.some(({ sender, receiver }) => !sender.isOpen || !receiver.isOpen)) await wait(50)
}

/** Runs a burst and injects one fault in it. Returns whether nothing is wrong and all clients were back in time. */
const runFault = async (name, cluster, pairs, messages) => {
  const each = Math.floor(messages / pairs.length)
  const count = each * pairs.length
  for (const { sender, receiver } of pairs)
    for (const client of [sender, receiver]) Object.assign(client, { frames: [], outages: [], rejections: 0 })
  const startedAt = performance.now()
  let inject
  const injected = new Promise((resolve) => {
    inject = () => resolve(faults[name](cluster))
  })
  let left = count
  const onAcknowledged = () => {
    left -= 1
    if (left === Math.floor((2 * count) / 3)) inject()
  }
  const limit = new Promise((_, reject) => {
    // Unreferenced, so that it does not keep the process running after the burst.
    setTimeout(() => reject(new Error(`the burst did not end in ${burstLimit / 1000} s`)), burstLimit).unref()
  })
  const sent = pairs.map(async (pair) => {
    pair.acknowledged = await sendAll(pair.sender, pair.conversation, each, onAcknowledged)
  })
  await Promise.race([limit, Promise.all([injected, ...sent]).then(() => untilBack(pairs))])
  const took = performance.now() - startedAt
  await wait(1_500)
  const results = await Promise.all(pairs.map((pair) => checkPair(cluster.nodes[1].url, pair)))
  const sum = (read) => results.reduce((total, one) => total + read(one), 0)
  const [lost, doubled] = [sum((one) => one.lost), sum((one) => one.doubled)]
  const disorder = results.flatMap((one) => one.disorder)
  const outages = results.flatMap((one) => one.outages)
  const longest = Math.round(Math.max(0, ...outages))
  const rejections = pairs.reduce((total, { sender }) => total + sender.rejections, 0)
  const slowest = Math.round(
    Math.max(...pairs.flatMap(({ acknowledged }) => acknowledged.map((one) => one.took))),
  )
  const isCorrect = lost + doubled + disorder.length === 0 && longest <= outageGoal
  const order = disorder.length === 0 ? 'order kept' : `order broken ${disorder.length} times`
  process.stdout.write(
    `${isCorrect ? 'ok  ' : 'FAIL'} ${name}: ${count} acknowledged in ${(took / 1000).toFixed(1)} s, the slowest in ` +
      `${slowest} ms; ${lost} lost, ${doubled} doubled, ${order}; ${outages.length} outages, all back within ` +
      `${longest} ms (goal ${outageGoal}); ${rejections} rejected and sent again, ` +
      `${sum((one) => one.missing)} to fetch, ${sum((one) => one.doubledFrames)} frames twice\n`,
  )
  for (const one of disorder.slice(0, 10)) process.stdout.write(`     ${one}\n`)
  return isCorrect
}

const report = (name) => (cause) => {
  process.stdout.write(`FAIL ${name}: ${cause.message}\n`)
  return false
}

/**
 * Runs a burst for each fault.
 * @param only a part of the names of the faults to run; all by default
 * @returns whether no message was lost, stored twice or out of order, and all clients were back in time
 */
export const runFaults = async ({ count, messages, only = '' }) => {
  const names = Object.keys(faults).filter((name) => name.includes(only))
  if (names.length === 0) throw new Error(`No fault is called ${only}: ${Object.keys(faults).join(', ')}`)
  const cluster = await startCluster({
    count,
    port: await freePort(),
    settings: () => ({ SHOW_CODES: 'page', PUSH: 'off' }),
    onLine: process.env.SHOW_LINES
      ? (number, line) => process.stderr.write(`${number}: ${line}\n`)
      : () => {},
  })
  stopOnSignal(cluster, 1)
  const clients = []
  let isCorrect = true
  try {
    for (const name of names) {
      // New people, because the messages of one account are rate-limited.
      const pairs = []
      for (let pair = 0; pair < Math.ceil(messages / perPair); pair++) {
        const url = cluster.nodes[pair % count].url
        const [one, other] = [await signUp(url), await signUp(url)]
        const conversation = await befriend(url, one, other)
        const [sender, receiver] = [new BurstClient(cluster.url, one), new BurstClient(cluster.url, other)]
        clients.push(sender, receiver)
        pairs.push({ sender, receiver, conversation })
      }
      await untilBack(pairs)
      isCorrect = (await runFault(name, cluster, pairs, messages).catch(report(name))) && isCorrect
      for (const client of clients) client.stop()
    }
  } finally {
    for (const client of clients) client.stop()
    await cluster.stop()
  }
  return isCorrect
}
