/**
 * Branded identities. Wire numbers and texts become these at the boundary and never mix afterwards:
 * a message has a `ServerId` (given by the server) and a `ClientId` (given by the sender), two different types.
 */
declare const brand: unique symbol
type Branded<Base, Name extends string> = Base & { readonly [brand]: Name }

/** A person; positive integer on the wire. */
export type UserId = Branded<number, 'UserId'>
/** The server's identity of a message; grows within a conversation, so it also serves as a read mark. */
export type ServerId = Branded<number, 'ServerId'>
/** The sender's identity of a message: 20 alphanumeric characters, the same across retry, reload and tab [MSG-40]. */
export type ClientId = Branded<string, 'ClientId'>
/** A conversation inside the client: `s:<wire id>` for one-to-one, `g:<wire id>` for a group. */
export type ConversationId = Branded<string, 'ConversationId'>
/** A friend application. */
export type ApplicationId = Branded<number, 'ApplicationId'>
/** Somebody's application to join a group. */
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

/** Builds the client's conversation id out of its kind and the wire's number. */
export const conversationId = (kind: ConversationKind, wireId: number): ConversationId =>
  `${kind === 'direct' ? 's' : 'g'}:${wireId}` as ConversationId

/** Splits a conversation id into its kind and the wire's number. */
export const parseConversationId = (id: ConversationId): { kind: ConversationKind; wireId: number } => ({
  kind: id.startsWith('g:') ? 'group' : 'direct',
  wireId: Number(id.slice(2)),
})
