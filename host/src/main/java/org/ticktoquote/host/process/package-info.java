/** Starts other programs and further processes of t2q. */
@NullMarked
package org.ticktoquote.host.process;

import org.jspecify.annotations.NullMarked;
