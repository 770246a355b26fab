/** Compares a run with a capture of it: the difference between its own time stamps and the times on the wire. */
@NullMarked
package org.ticktoquote.analysis.wire;

import org.jspecify.annotations.NullMarked;
