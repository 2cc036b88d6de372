/**
 * Branded ids. Wire numbers and texts get their brand at the boundary, so that the compiler keeps them apart: a message
 * has a `ServerId` (from the server) and a `ClientId` (from the sender).
 */
declare const brand: unique symbol
type Branded<Base, Name extends string> = Base & { readonly [brand]: Name }

/** A person; positive integer on the wire. */
export type UserId = Branded<number, 'UserId'>
/** The server's id of a message. It rises within a conversation, so it is also a read marker. */
export type ServerId = Branded<number, 'ServerId'>
/**
 * The sender's id of a message and idempotency key: 20 alphanumeric characters, the same for every retry, reload and
 * tab [MSG-40].
 */
export type ClientId = Branded<string, 'ClientId'>
/** A conversation inside the client: `s:<wire id>` for one-to-one, `g:<wire id>` for a group. */
export type ConversationId = Branded<string, 'ConversationId'>
/** A friend request. */
export type ApplicationId = Branded<number, 'ApplicationId'>
/** A request to join a group. */
export type GroupApplicationId = Branded<number, 'GroupApplicationId'>
/** An event in the log. */
export type EventId = Branded<string, 'EventId'>

export type ConversationKind = 'direct' | 'group'

// Each constructor narrows a plain value once, at a boundary; the brand exists only in the type system.
export const userId = (value: number): UserId => value as UserId
export const serverId = (value: number): ServerId => value as ServerId
export const clientId = (value: string): ClientId => value as ClientId
export const applicationId = (value: number): ApplicationId => value as ApplicationId
export const groupApplicationId = (value: number): GroupApplicationId => value as GroupApplicationId
export const eventId = (value: string): EventId => value as EventId

/** Returns the conversation id for a kind and a wire id. */
export const conversationId = (kind: ConversationKind, wireId: number): ConversationId =>
  `${kind === 'direct' ? 's' : 'g'}:${wireId}` as ConversationId

/** Splits a conversation id into its kind and its wire id. */
export const parseConversationId = (id: ConversationId): { kind: ConversationKind; wireId: number } => ({
  kind: id.startsWith('g:') ? 'group' : 'direct',
  wireId: Number(id.slice(2)),
})
