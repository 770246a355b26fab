/** Sockets as the kernel lists them, by network namespace. */
@NullMarked
package org.ticktoquote.host.sockets;

import org.jspecify.annotations.NullMarked;
