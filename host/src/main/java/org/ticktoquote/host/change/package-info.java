/** Settings of a host: changed only on request, every change logged with before and after, and restored from that log. */
@NullMarked
package org.ticktoquote.host.change;

import org.jspecify.annotations.NullMarked;
