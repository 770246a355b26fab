/** The process of the FIX clients: its command, its control lines and the order of its work. */
@NullMarked
package org.ticktoquote.clients;

import org.jspecify.annotations.NullMarked;
