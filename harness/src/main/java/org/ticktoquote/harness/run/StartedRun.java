package org.ticktoquote.harness.run;

import org.ticktoquote.core.control.ReplayerReady;
import org.ticktoquote.harness.process.Child;

/**
 * A run whose sessions are all subscribed.
 *
 * @param hosts on which its processes are
 * @param replayer its process
 * @param clients their process
 * @param input what the replayer says of the recording
 * @param draft its manifest, as far as it is known
 * @param events what its processes say
 */
record StartedRun(
        RunHosts hosts, Child replayer, Child clients, ReplayerReady input, ManifestDraft draft, RunEvents events) {}
