/** The FIX clients process: command, control lines and lifecycle. */
@NullMarked
package org.ticktoquote.clients;

import org.jspecify.annotations.NullMarked;
