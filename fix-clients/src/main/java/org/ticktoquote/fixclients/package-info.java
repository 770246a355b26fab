/** FIX sessions that subscribe and journal every snapshot. */
@NullMarked
package org.ticktoquote.fixclients;

import org.jspecify.annotations.NullMarked;
