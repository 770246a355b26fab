/** A run beside a capture of it: what its own time stamps add to the times on the wire. */
@NullMarked
package org.ticktoquote.analysis.wire;

import org.jspecify.annotations.NullMarked;
