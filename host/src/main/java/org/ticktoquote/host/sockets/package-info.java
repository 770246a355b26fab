/** Sockets as the kernel lists them, of a process's network namespace. */
@NullMarked
package org.ticktoquote.host.sockets;

import org.jspecify.annotations.NullMarked;
