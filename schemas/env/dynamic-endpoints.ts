import * as z from 'zod/mini'
import { readJsonText } from '../json-text.ts'

const webAddress = z.string().check(z.regex(/^https?:\/\/[^\s/]+/))
const socketAddress = z.string().check(z.regex(/^wss?:\/\/[^\s/]+/))

/** The response of a dynamic source. All four lists are required and may be empty [ENDP-14 ENDP-15]. */
const dynamicEndpointConfig = z.looseObject({
  API_ENDPOINTS: z.array(webAddress),
  FILE_ENDPOINTS: z.array(webAddress),
  FILEUPLOAD_ENDPOINTS: z.array(webAddress),
  WEBSOCKET_ENDPOINTS: z.array(socketAddress),
})

/** The four lists in our names. */
export interface DynamicEndpoints {
  readonly api: readonly string[]
  readonly file: readonly string[]
  readonly fileUpload: readonly string[]
  readonly socket: readonly string[]
}

/** Reads the text of a dynamic source; undefined if it is not JSON or invalid. */
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
