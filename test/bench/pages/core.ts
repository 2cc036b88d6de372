import { type CoreBench, createCoreBench } from './core-bench.ts'

declare global {
  interface Window {
    /** The functions that the bench calls in this page. */
    coreBench: CoreBench
  }
}

window.coreBench = createCoreBench()
