//! The admin: where people watch browsers, take control and hand back.
//!
//! The page and its files hold no data and need no token; every call below `/admin/` does, and a WebSocket comes with a
//! ticket instead, because its address is written down in more places than a header is.

mod api;
mod events;
mod listed;
mod live;
mod page;
mod socket;
mod tickets;

use super::{Door, answer};
use crate::actions::Desk;
use answer::Answer;
use http::{Method, Request};
use hyper::body::Incoming;
use std::sync::Arc;
use tickets::{Purpose, Tickets};

/// What the admin keeps.
#[derive(Debug, Default)]
pub(super) struct Admin {
    tickets: Tickets,
}

impl Door {
    /// Answers a request below `/admin`.
    pub(super) async fn admin(&self, request: Request<Incoming>, path: &str) -> Answer {
        let parts: Vec<&str> = path.split('/').skip(2).collect();
        match parts.as_slice() {
            [] | [""] => page::index(request.method()),
            ["assets", file] => page::asset(request.method(), file),
            // These come with a ticket.
            ["events"] => match self.redeem(&request, |purpose| *purpose == Purpose::Events) {
                Ok(_) => events::open(&self.desk, request),
                Err(answer) => *answer,
            },
            ["live"] => match self.redeem(&request, |purpose| matches!(purpose, Purpose::Live(_))) {
                Ok(Purpose::Live(name)) => live::open(&self.desk, request, &name),
                Ok(Purpose::Events) => answer::problem(&super::no_route(path)),
                Err(answer) => *answer,
            },
            _ => match self.gate.check_token(request.headers()) {
                Ok(()) => api::answer(&self.desk, &self.admin, request, path, &parts).await,
                Err(problem) => answer::problem(&problem),
            },
        }
    }

    /// What the ticket in a request's address is for, if it is for this. It is used up either way.
    fn redeem(
        &self,
        request: &Request<Incoming>,
        fits: impl Fn(&Purpose) -> bool,
    ) -> Result<Purpose, Box<Answer>> {
        if request.method() != Method::GET {
            return Err(Box::new(answer::other_method("GET")));
        }
        let query = request.uri().query().unwrap_or_default();
        let ticket = url::form_urlencoded::parse(query.as_bytes()).find(|(key, _)| key == "ticket");
        let purpose = ticket.and_then(|(_, ticket)| self.admin.tickets.redeem(&ticket));
        purpose.filter(fits).ok_or_else(|| {
            let says =
                "The ticket is missing, used or older than 30 s: get a new one with POST /admin/tickets.";
            let problem = crate::problem::Problem::new(crate::problem::Code::Unauthorized, says);
            Box::new(answer::problem(&problem))
        })
    }
}

/// The desk, for the rooms below.
type Shared = Arc<Desk>;
