import { type ConversationId, conversationId } from '#schemas/ids.ts'
import type { HttpPort, HttpRequest } from '#streams/ports.ts'
import type { Onlooker } from './in-process-world.ts'

/** What one client asked over HTTP, in its order. */
export interface RequestRecord {
  readonly onlooker: Onlooker
  paths(): readonly string[]
  /** Those of them that have been answered. */
  answered(): readonly string[]
  /** The conversations whose messages were asked for, each where it was first named. */
  askedFor(): readonly ConversationId[]
  /** The most requests that were under way at once. */
  most(): number
  clear(): void
}

interface SessionInfo {
  readonly SessionType: string
  readonly ID: number
}

/** Answers take this long, so that what goes on meanwhile shows, ms. */
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
