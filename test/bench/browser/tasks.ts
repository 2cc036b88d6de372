import type { CDPSession, Page } from '@playwright/test'

/** An event of Chromium's trace. */
export interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly dur?: number
  readonly args: { readonly name?: string }
}

/** Runs `work` and returns the duration of each main thread task during it, ms. */
export async function tasksDuring(page: Page, work: () => Promise<unknown>): Promise<readonly number[]> {
  const categories = ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata']
  const events = await traceDuring(page, categories, work)
  const main = busiest(events)
  return events.filter((event) => isTask(event) && threadOf(event) === main).map(({ dur = 0 }) => dur / 1000)
}

/** Runs `work` and returns the trace of all processes of the browser during it. */
export async function traceDuring(
  page: Page,
  categories: string[],
  work: () => Promise<unknown>,
): Promise<readonly TraceEvent[]> {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  // Playwright does not type traces. The format is Chromium's.
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { recordMode: 'recordContinuously', includedCategories: categories },
  })
  await work()
  await endTracing(session)
  return events
}

const isTask = ({ name, ph }: TraceEvent): boolean =>
  ph === 'X' && (name === 'RunTask' || name === 'ThreadControllerImpl::RunTask')
const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`

async function endTracing(session: CDPSession): Promise<void> {
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  await session.detach()
}

/** The main thread of the measured page. Other renderers belong to idle pages. */
function busiest(events: readonly TraceEvent[]): string | undefined {
  const mains = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf),
  )
  const busy = new Map<string, number>()
  for (const event of events) {
    const thread = threadOf(event)
    if (isTask(event) && mains.has(thread)) busy.set(thread, (busy.get(thread) ?? 0) + (event.dur ?? 0))
  }
  return [...busy].sort(([, left], [, right]) => right - left)[0]?.[0]
}
