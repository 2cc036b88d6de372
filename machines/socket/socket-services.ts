import type { SocketState } from '#domain/connection/connection-view.ts'
import { heartbeatInterval } from '#domain/connection/heartbeat.ts'
import { userId } from '#schemas/ids.ts'
import { type OutgoingFrame, toHeartbeatFrame, toLoginFrame } from '#schemas/translate/outgoing.ts'
import { randomText } from '#streams/clock/random-text.ts'
import type { CredentialSource } from '#streams/http/caller.ts'
import { type EndpointList, hostOf } from '#streams/http/endpoints.ts'
import type { CallerIdentity, Credentials } from '#streams/http/request.ts'
import type { Clock, Random, VisibilityPort } from '#streams/ports.ts'
import type { SocketLink } from '#streams/socket/socket-link.ts'

/** The announcements of the socket to the app [SOCK-19]. */
export type SocketAnnouncement =
  | { readonly type: 'state-changed'; readonly state: SocketState }
  /** Frames can be exchanged: missed messages are fetched and the outbox is sent. */
  | { readonly type: 'logged-in' }
  /** [SOCK-07] (DEC-119) */
  | { readonly type: 'kicked-out' }
  /** [SOCK-06] */
  | { readonly type: 'disconnected' }

export interface SocketAnnouncedEvent {
  readonly type: 'socket.announced'
  readonly announcement: SocketAnnouncement
}

/** The services of the socket machine. */
export interface SocketServices {
  readonly link: SocketLink
  readonly endpoints: EndpointList
  readonly clock: Clock
  readonly random: Random
  readonly visibility: VisibilityPort
  readonly identity: CallerIdentity
  readonly credentials: CredentialSource
}

/** A connection id has 12 characters [SOCK-31]. */
const connectionIdLength = 12

/** [SOCK-29 SOCK-30]: Brand is left out for a PWA (DEC-46). */
export function loginFrame(
  services: SocketServices,
  credentials: Credentials,
  endpoint: string,
): OutgoingFrame {
  const { brand, deviceType } = services.identity
  return toLoginFrame({
    userId: userId(credentials.userId),
    token: credentials.token,
    locale: services.identity.locale(),
    gateway: hostOf(endpoint),
    deviceType,
    brand: deviceType === 'pwa' ? undefined : brand,
    connectionId: randomText(services.random, connectionIdLength),
  })
}

/** [SOCK-32] */
export const heartbeatFrame = (credentials: Credentials): OutgoingFrame =>
  toHeartbeatFrame(userId(credentials.userId))

/** The last readings of both clocks, used to detect that the device slept. */
export interface Tick {
  readonly monotonic: number
  readonly wall: number
}
export const readClocks = (clock: Clock): Tick => ({ monotonic: clock.monotonic(), wall: clock.now() })

/**
 * Returns how late a tick is, ms, by the clock that moved further: some devices stop the monotonic clock during
 * sleep.
 */
export const tickDelay = (last: Tick, now: Tick): number =>
  Math.max(now.monotonic - last.monotonic, now.wall - last.wall) - heartbeatInterval
