import {
  type Collection,
  type CollectionOrigin,
  type CollectionType,
  toCollections,
} from '#schemas/translate/collections.ts'
import * as calls from '#schemas/wire/calls/collections.ts'
import { type CallResult, mapResult } from '../http/call-result.ts'
import type { Caller, CallOptions } from '../http/caller.ts'

/** [COLL-11] */
export const getCollections = async (
  caller: Caller,
  options?: CallOptions,
): Promise<CallResult<readonly Collection[]>> =>
  mapResult(await caller.call(calls.getCollects, {}, options), toCollections)

interface NewCollection {
  readonly type: CollectionType
  readonly content: string
  readonly smallPath?: string | undefined
}

/** Saves a text or a stored file [COLL-13]. */
export const addCollection = (
  caller: Caller,
  { type, content, smallPath }: NewCollection,
  { kind, id, name }: CollectionOrigin,
): Promise<CallResult<unknown>> =>
  caller.call(calls.addCollect, {
    FromID: id,
    FromName: name,
    FromType: kind,
    Content: content,
    Type: type,
    SmallPicturePath: smallPath,
  })

/** Deletes a collection; one that no longer exists counts as deleted [COLL-15]. */
export const deleteCollection = (caller: Caller, id: number): Promise<CallResult<unknown>> =>
  caller.call(calls.deleteCollect, { ID: id })
