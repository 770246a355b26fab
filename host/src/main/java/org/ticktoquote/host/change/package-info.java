/** Changes to host settings: only on request, logged with before and after, and restored from that log. */
@NullMarked
package org.ticktoquote.host.change;

import org.jspecify.annotations.NullMarked;
