import type { HttpPort, HttpRequest, HttpResponse, MultipartBody } from '#streams/ports.ts'
import type { Backend } from './backend.ts'
import type { Device } from './device.ts'
import type { OccurrenceCounts } from './fault-counts.ts'
import { drawLatency, type NetworkConditions } from './network-conditions.ts'
import type { TabLife } from './tab-life.ts'
import type { Trace } from './trace.ts'
import type { VirtualTime } from './virtual-clock.ts'

interface HttpWorld {
  readonly time: VirtualTime
  readonly trace: Trace
  readonly backend: Backend
  readonly device: Device
  readonly life: TabLife
  readonly occurrences: OccurrenceCounts
  readonly conditions: NetworkConditions
  /** Whether the contract allows to repeat this call. */
  isRepeatable(url: string): boolean
}

/** The call got no response. The backend may have executed it. */
export class NetworkFailure extends Error {
  override readonly name = 'NetworkFailure'
}

/** The longest time that a browser waits for a response, ms. */
const silence = [2000, 60_000] as const

/** The HTTP port of one tab. Calls may overtake each other and the socket's frames. */
export function createSeededHttp(world: HttpWorld): HttpPort {
  const { life, device, trace, conditions, occurrences } = world
  const { random } = device
  /** The number of calls, and the latest answered one. */
  let turns = 0
  let newest = 0
  const oneWay = () => drawLatency(conditions, random)

  /** Delivers the request and its response. Resolves with undefined if no server runs. */
  const reach = async (request: HttpRequest): Promise<HttpResponse | undefined> => {
    await wait(world.time, oneWay())
    if (!world.backend.isRunning()) return undefined
    return world.backend.fetch(toFetchRequest(request), device.name)
  }

  const exchange = async (request: HttpRequest): Promise<HttpResponse> => {
    const path = new URL(request.url).pathname
    const isLost = random.chance(conditions.requestLoss)
    const isAnswerLost = random.chance(conditions.answerLoss)
    const isTwice = random.chance(conditions.duplication) && world.isRepeatable(request.url)
    const back = oneWay()
    const gaveUpAfter = random.integer(...silence)
    if (!device.state.isOnline) throw new NetworkFailure(`offline: ${path}`)
    if (isLost) {
      occurrences.fault('call lost')
      trace.line(life.name, `http ${path} lost`)
      await waitAwake(device, life, gaveUpAfter)
      throw new NetworkFailure(`no response: ${path}`)
    }
    if (conditions.failure > 0 && random.chance(conditions.failure)) {
      occurrences.fault('call failed on its way')
      trace.line(life.name, `http ${path} 502`)
      await waitAwake(device, life, back)
      device.strike('network')
      return { status: 502, text: '<html>Bad Gateway</html>' }
    }
    const turn = ++turns
    const first = reach(request)
    if (isTwice) {
      occurrences.fault('call done twice')
      await reach(request)
    }
    const answer = await first
    if (isAnswerLost && answer) {
      occurrences.fault('response lost')
      trace.line(life.name, `http ${path} response lost`)
    }
    const isWithoutAnswer = isAnswerLost || !answer || !device.state.isOnline
    await waitAwake(device, life, isAnswerLost ? gaveUpAfter : back)
    if (!answer || isWithoutAnswer || !device.state.isOnline) throw new NetworkFailure(`no response: ${path}`)
    if (turn < newest) occurrences.fault('responses overtaking')
    newest = Math.max(newest, turn)
    if (answer.text.startsWith('{"Code":2,')) occurrences.fault('access token over')
    trace.line(life.name, `http ${path}${isTwice ? ' twice' : ''} ${answer.status} ${answer.text}`)
    return answer
  }

  /** Records a call that failed. */
  const noticed = async (call: Promise<HttpResponse>): Promise<HttpResponse> => {
    try {
      return await call
    } catch (cause) {
      device.strike('network')
      throw cause
    }
  }

  return {
    request: (request) => life.call(() => abortable(noticed(exchange(request)), request.signal)),
  }
}

const wait = (time: VirtualTime, delay: number) =>
  new Promise<void>((resolve) => void time.schedule(delay, resolve))

const waitAwake = (device: Device, life: TabLife, delay: number) =>
  new Promise<void>((resolve) => void device.after(life, delay, resolve))

/** Rejects immediately when the caller aborts. The call itself continues. */
function abortable<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason)
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}

function toFetchRequest(request: HttpRequest): Request {
  const { url, method, headers, body } = request
  const content = body === undefined || typeof body === 'string' ? body : toForm(body)
  return new Request(url, { method, headers, ...(content === undefined ? {} : { body: content }) })
}

function toForm(body: MultipartBody): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body.fields)) form.append(name, value)
  const { content, name, type } = body.file
  const part = content instanceof Blob ? content : new Blob([new Uint8Array(content)], { type })
  form.append('file', part, name)
  return form
}
