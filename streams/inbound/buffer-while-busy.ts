import { Observable, type OperatorFunction } from 'rxjs'

/**
 * Hands what comes in to `work` in its order, one run at a time: what arrives during a run waits and makes the next
 * one, at most `limit` items. Nothing waits while nothing runs. A run that rejects is told to `onFault`; the stream
 * lives on.
 */
export const bufferWhileBusy =
  <Item, Result>(
    limit: number,
    work: (items: readonly Item[]) => Promise<Result>,
    onFault: (cause: unknown) => void,
  ): OperatorFunction<readonly Item[], Result> =>
  (source) =>
    new Observable((subscriber) => {
      const waiting: Item[] = []
      let isBusy = false
      let isOver = false

      const finish = () => {
        isBusy = false
        next()
        if (isOver && !isBusy) subscriber.complete()
      }
      const next = () => {
        if (isBusy || waiting.length === 0 || subscriber.closed) return
        isBusy = true
        work(waiting.splice(0, limit))
          .then((result) => subscriber.next(result), onFault)
          .then(finish, onFault)
      }
      return source.subscribe({
        next(items) {
          waiting.push(...items)
          next()
        },
        error: (cause) => subscriber.error(cause),
        complete() {
          isOver = true
          if (!isBusy) subscriber.complete()
        },
      })
    })
