import { type ConversationId, conversationId } from '#schemas/ids.ts'
import type { HttpPort, HttpRequest } from '#streams/ports.ts'
import type { Onlooker } from './in-process-world.ts'

/** The HTTP requests of one client, in order. */
export interface RequestRecord {
  readonly onlooker: Onlooker
  paths(): readonly string[]
  /** The requests that have a response. */
  answered(): readonly string[]
  /** The conversations whose messages were requested, in the order of their first request. */
  askedFor(): readonly ConversationId[]
  /** The maximum number of concurrent requests. */
  most(): number
  clear(): void
}

interface SessionInfo {
  readonly SessionType: string
  readonly ID: number
}

/** The delay of each response, so that concurrent requests overlap, ms. */
const answerTime = 100

export function recordRequests(): RequestRecord {
  let made: HttpRequest[] = []
  let answered: HttpRequest[] = []
  let underWay = 0
  let most = 0
  const pathOf = ({ url }: HttpRequest) => url.slice(url.lastIndexOf('/'))
  const infosOf = ({ body }: HttpRequest): readonly SessionInfo[] =>
    typeof body === 'string' ? (JSON.parse(body).SessionInfos ?? []) : []
  return {
    onlooker: {
      inspect: () => {},
      observe(ports) {
        const request: HttpPort['request'] = async (asked) => {
          made.push(asked)
          underWay += 1
          most = Math.max(most, underWay)
          await new Promise<void>((resolve) => void ports.clock.setTimeout(resolve, answerTime))
          return ports.http.request(asked).finally(() => {
            underWay -= 1
            answered.push(asked)
          })
        }
        return { ...ports, http: { ...ports.http, request } }
      },
    },
    paths: () => made.map(pathOf),
    answered: () => answered.map(pathOf),
    askedFor: () => [
      ...new Set(
        made
          .flatMap(infosOf)
          .map(({ SessionType, ID }) => conversationId(SessionType === '2' ? 'group' : 'direct', ID)),
      ),
    ],
    most: () => most,
    clear() {
      made = []
      answered = []
      most = 0
    },
  }
}
