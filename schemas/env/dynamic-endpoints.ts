import * as z from 'zod/mini'
import { readJsonText } from '../json-text.ts'

const webAddress = z.string().check(z.regex(/^https?:\/\/[^\s/]+/))
const socketAddress = z.string().check(z.regex(/^wss?:\/\/[^\s/]+/))

/** What a dynamic source tells; all four lists are there, each may be empty [ENDP-14 ENDP-15]. */
const dynamicEndpointConfig = z.looseObject({
  API_ENDPOINTS: z.array(webAddress),
  FILE_ENDPOINTS: z.array(webAddress),
  FILEUPLOAD_ENDPOINTS: z.array(webAddress),
  WEBSOCKET_ENDPOINTS: z.array(socketAddress),
})

/** The four lists in our own names. */
export interface DynamicEndpoints {
  readonly api: readonly string[]
  readonly file: readonly string[]
  readonly fileUpload: readonly string[]
  readonly socket: readonly string[]
}

/** Reads the text of a dynamic source; undefined when it is no JSON or does not fit. */
export function readDynamicEndpoints(text: string): DynamicEndpoints | undefined {
  const lists = readJsonText(dynamicEndpointConfig, text)
  if (!lists) return undefined
  const { API_ENDPOINTS, FILE_ENDPOINTS, FILEUPLOAD_ENDPOINTS, WEBSOCKET_ENDPOINTS } = lists
  return {
    api: API_ENDPOINTS,
    file: FILE_ENDPOINTS,
    fileUpload: FILEUPLOAD_ENDPOINTS,
    socket: WEBSOCKET_ENDPOINTS,
  }
}
