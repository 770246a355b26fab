package org.ticktoquote.harness.run;

/** What the replayer says at the end of the measured replay. */
record ReplayDone(long sent, long sendErrors, boolean finished, long t0Ns, long endNs) {}
