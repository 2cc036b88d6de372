import type { StoredAccount } from '#schemas/storage/account.ts'
import type { Locale } from '#src/app/locales.ts'
import type { ReportPort } from '#streams/ports.ts'
import type { OpenFailure, ToWorker, WorkerStep } from '../protocol.ts'
import { type Backend, createBackend } from './backend.ts'

/** The world that the worker holds, as the page knows it. */
export interface OpeningWorld {
  /** Takes requests at once; they wait until the world is open. */
  readonly backend: Backend
  /** The owner of a fresh world, once it is open. */
  readonly owner: Promise<StoredAccount | undefined>
  /** Resolves when a fresh world is whole on disk. */
  readonly saved: Promise<void>
  /** Lets the people of the world begin to act; `locale` is what they speak. */
  startWorldBots(locale: Locale): void
}

export interface OpenWorldOptions {
  readonly worker: Worker
  readonly report: ReportPort
  readonly locale: Locale
  readonly isFresh: boolean
  onStep(step: WorkerStep): void
  onFailure(reason: OpenFailure): void
}

/** Has the worker open its world. */
export function openWorld(options: OpenWorldOptions): OpeningWorld {
  const { worker, report, locale, isFresh, onStep, onFailure } = options
  let setOwner: (owner: StoredAccount | undefined) => void
  let setSaved: () => void
  const owner = new Promise<StoredAccount | undefined>((resolve) => {
    setOwner = resolve
  })
  const saved = new Promise<void>((resolve) => {
    setSaved = resolve
  })
  const backend = createBackend({
    worker,
    report,
    onWorld: (message) => {
      if (message.type === 'step') return onStep(message.step)
      if (message.type === 'opened') return setOwner(message.account)
      if (message.type === 'kept') return setSaved()
      report.fault({ kind: 'demo world', detail: message.detail })
      onFailure(message.reason)
    },
  })
  const post = (message: ToWorker) => worker.postMessage(message)
  post({ type: 'open', locale, isFresh })
  return {
    backend,
    owner,
    saved,
    startWorldBots: (spoken) => post({ type: 'startWorldBots', locale: spoken, isFresh }),
  }
}
