/** Changes to host settings, made only on request, logged with the previous value, and restored from that log. */
@NullMarked
package org.ticktoquote.host.change;

import org.jspecify.annotations.NullMarked;
