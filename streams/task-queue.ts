/** Runs a task once all tasks before it have settled. Settles like the task. */
export type TaskQueue = <Value>(task: () => Promise<Value>) => Promise<Value>

/** Creates a queue that runs asynchronous tasks one after the other, in the order of the calls. */
export function createTaskQueue(): TaskQueue {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const settled = last.then(task)
    last = settled.catch(() => undefined)
    return settled
  }
}
