/** Processes and their threads as {@code /proc} shows them, without attaching to them. */
@NullMarked
package org.ticktoquote.host.threads;

import org.jspecify.annotations.NullMarked;
