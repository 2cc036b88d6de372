import { describeFrame, type InspectedUse } from '#schemas/cross-tab/inspection.ts'
import type { HttpPort, LocksPort, Ports, SocketPort } from '#streams/ports.ts'
import type { AccountStorage, Storage } from '#streams/storage/storage.ts'
import type { PortRecord } from './port-record.ts'
import { shownCall } from './redaction.ts'

/** Records a use of a port. */
export type RecordUse = (port: InspectedUse['port'], type: string, payload: string[]) => void
/** Undefined while no inspector watches. Then payloads are not described, because that takes time. */
type UseRecorder = () => RecordUse | undefined

/** Reads commands, ids, lengths and times only. Stores no frame, body or row. */
const observedSocket = (
  socket: SocketPort,
  record: PortRecord,
  now: () => number,
  recorder: UseRecorder,
): SocketPort => ({
  connect(url, handlers) {
    const gauge = record.gauges.socket
    gauge.add('attempts')
    gauge.setWell(false)
    const connection = socket.connect(url, {
      opened() {
        gauge.set('open', 1, 'yes-no')
        gauge.set('opened-at', now(), 'time')
        gauge.setWell(true)
        recorder()?.('socket', 'opened', [])
        handlers.opened()
      },
      received(text) {
        record.framesIn.add()
        gauge.add('received', text.length, 'bytes')
        gauge.set('last-frame', now(), 'time')
        recorder()?.('socket', 'received', describeFrame(text))
        handlers.received(text)
      },
      closed(reason) {
        gauge.set('open', 0, 'yes-no')
        gauge.add('closed')
        gauge.setWell(false)
        recorder()?.('socket', 'closed', [`code: ${reason.code}`])
        handlers.closed(reason)
      },
    })
    return {
      send(text) {
        record.framesOut.add()
        gauge.add('sent', text.length, 'bytes')
        recorder()?.('socket', 'sent', describeFrame(text))
        connection.send(text)
      },
      close: (code) => connection.close(code),
    }
  },
})

const observedHttp = (http: HttpPort, record: PortRecord, recorder: UseRecorder): HttpPort => ({
  async request(request) {
    record.calls.add()
    const call = () => `call: ${shownCall(request.url)}`
    recorder()?.('http', 'requested', [call()])
    const response = await record.time('http', () => http.request(request))
    recorder()?.('http', 'responded', [call(), `status: ${response.status}`])
    return response
  },
})

const observedLocks = (locks: LocksPort, record: PortRecord): LocksPort => {
  const observe =
    (ask: LocksPort['hold']): LocksPort['hold'] =>
    async (name, signal, holder) => {
      const gauge = record.gauges.locks
      gauge.add('waiting')
      let isWaiting = true
      const endWait = () => {
        if (isWaiting) gauge.add('waiting', -1)
        isWaiting = false
      }
      try {
        return await ask(name, signal, async (lost) => {
          endWait()
          gauge.add('held')
          try {
            return await holder(lost)
          } finally {
            gauge.add('held', -1)
          }
        })
      } finally {
        endWait()
      }
    }
  return { hold: observe(locks.hold), steal: observe(locks.steal) }
}

/** Models are named by the program, some with a conversation's id behind. */
const isModelName = (model: string): boolean => /^[a-z][a-z-]{0,30}(?:[:/][sg]:\d+)?$/.test(model)

function observedAccount(
  account: AccountStorage,
  record: PortRecord,
  now: () => number,
  recorder: UseRecorder,
): AccountStorage {
  const time = <Result>(run: () => Promise<Result>) => record.time('storage', run)
  const noteModel = (model: string, checkpoint: { segment: number; version: number }, writtenAt?: number) => {
    if (!isModelName(model)) return
    const { segment, version } = checkpoint
    record.models.set(model, { model, segment, version, ...(writtenAt === undefined ? {} : { writtenAt }) })
  }
  return {
    ...account,
    async appendSegment(build) {
      const segment = await time(() => account.appendSegment(build))
      record.appends.add()
      record.noteSegment(segment.segment)
      recorder()?.('storage', 'stored', [`segment: ${segment.segment}`, `events: ${segment.events.length}`])
      return segment
    },
    async readSegments(after, limit) {
      const segments = await time(() => account.readSegments(after, limit))
      for (const { segment } of segments) record.noteSegment(segment)
      return segments
    },
    head: () => time(() => account.head()),
    readSegmentsAt: (numbers) => time(() => account.readSegmentsAt(numbers)),
    rewriteSegments: (rewrite) => time(() => account.rewriteSegments(rewrite)),
    readRow: (model, key) => time(() => account.readRow(model, key)),
    readRows: (model, prefix) => time(() => account.readRows(model, prefix)),
    async checkpoint(model) {
      const checkpoint = await time(() => account.checkpoint(model))
      if (checkpoint) record.noteSegment(checkpoint.segment)
      if (checkpoint) noteModel(model, checkpoint, record.models.get(model)?.writtenAt)
      return checkpoint
    },
    async writeModel(write) {
      const isWritten = await time(() => account.writeModel(write))
      if (isWritten) noteModel(write.model, write.checkpoint, now())
      if (isWritten && isModelName(write.model))
        recorder()?.('storage', 'model written', [
          `model: ${write.model}`,
          `segment: ${write.checkpoint.segment}`,
        ])
      return isWritten
    },
    epoch: () => time(() => account.epoch()),
    files: account.files,
    close: () => account.close(),
  }
}

const observedStorage = (
  storage: Storage,
  record: PortRecord,
  now: () => number,
  recorder: UseRecorder,
): Storage => ({
  ...storage,
  open: async (account) => {
    const opened = await record.time('storage', () => storage.open(account))
    record.forgetAccount()
    return observedAccount(opened, record, now, recorder)
  },
  destroy: (account) => record.time('storage', () => storage.destroy(account)),
})

/** The same ports, counted and timed on the way. */
export function observePorts(ports: Ports, record: PortRecord, recorder: UseRecorder): Ports {
  const { now } = ports.clock
  const { channel, report } = record.gauges
  report.add('faults', 0)
  // Counted once, however many listen.
  ports.channel.subscribe(() => channel.add('received'))
  return {
    ...ports,
    socket: observedSocket(ports.socket, record, now, recorder),
    http: observedHttp(ports.http, record, recorder),
    locks: observedLocks(ports.locks, record),
    storage: observedStorage(ports.storage, record, now, recorder),
    channel: {
      post(message) {
        channel.add('posted')
        ports.channel.post(message)
      },
      subscribe: (listener) => ports.channel.subscribe(listener),
    },
    report: {
      fault(fault) {
        report.add('faults')
        report.setWell(false)
        ports.report.fault(fault)
      },
    },
  }
}
