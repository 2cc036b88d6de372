import { Observable, type OperatorFunction } from 'rxjs'

/**
 * Maps each value. A value for which `project` throws is dropped and reported, so that one bad frame does not end the
 * stream for all that follow.
 */
export const mapOrReport =
  <In, Out>(project: (value: In) => Out, onFault: (cause: unknown) => void): OperatorFunction<In, Out> =>
  (source$) =>
    new Observable((subscriber) =>
      source$.subscribe({
        next(value) {
          let projected: Out
          try {
            projected = project(value)
          } catch (cause) {
            onFault(cause)
            return
          }
          subscriber.next(projected)
        },
        error: (cause: unknown) => subscriber.error(cause),
        complete: () => subscriber.complete(),
      }),
    )
