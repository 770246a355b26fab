/** Tables: made once, shown on a terminal and on a page; and figures as both write them. */
@NullMarked
package org.ticktoquote.report.table;

import org.jspecify.annotations.NullMarked;
