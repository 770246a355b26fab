package org.ticktoquote.host.keep;

import org.ticktoquote.host.placement.ThreadOwner;

/**
 * A process whose threads are placed.
 *
 * @param party whose it is
 * @param outlives whether it lives on when the run and even the harness is gone, so that its masks must be remembered
 */
public record ManagedProcess(ThreadOwner party, long pid, boolean outlives) {}
