/** Processes and their threads as {@code /proc} shows them; nothing is attached to. */
@NullMarked
package org.ticktoquote.host.threads;

import org.jspecify.annotations.NullMarked;
