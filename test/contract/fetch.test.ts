import { contractSuite, transportTopics } from './contract-suite.ts'
import { openFetchHost } from './fetch-host.ts'

// The Node host passes every request to the same `fetch` and plays all topics.
contractSuite(openFetchHost, transportTopics)
